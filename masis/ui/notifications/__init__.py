"""What a person was told, and what they want to be told of."""
