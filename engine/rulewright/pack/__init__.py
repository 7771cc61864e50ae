"""From YAML files to a Pack: values with spans, schema, overlays, model. Effect texts stay unread."""
