"""What the commands share: their options, the opening of packs, how places and files are named."""
