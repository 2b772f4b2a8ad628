"""Language models: one chat adapter, the structured-output ladder, and the limits around them."""
