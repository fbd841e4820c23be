"""One small adapter for each agent: native payload in, draft observation out."""
