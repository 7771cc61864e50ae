"""What lints look at and how they are asked: a pack read in several ways, what comes into play, what is hidden."""
