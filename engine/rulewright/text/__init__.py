"""Text and what is wrong with it: spans, diagnostics, suggestions. Knows nothing of packs or games."""
