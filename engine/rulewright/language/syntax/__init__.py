"""Reading: from texts to syntax trees, before any name is looked up."""
