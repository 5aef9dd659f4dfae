"""Open-AutoGLM's own agent, from the checkout that OPEN_AUTOGLM_DIR names: does one task and prints what it says of it.

usage: open_autoglm_agent.py BASE_URL DEVICE TASK
"""

import contextlib
import json
import os
import sys

sys.path.insert(0, os.environ["OPEN_AUTOGLM_DIR"])

from phone_agent import PhoneAgent  # noqa: E402
from phone_agent.agent import AgentConfig  # noqa: E402
from phone_agent.model import ModelConfig  # noqa: E402

url, device, task = sys.argv[1:4]
model = ModelConfig(base_url=url, api_key="EMPTY", model_name="autoglm-phone-9b")
agent = PhoneAgent(model, AgentConfig(max_steps=60, device_id=device, lang="cn", verbose=False))
with contextlib.redirect_stdout(sys.stderr):
    said = agent.run(task)
print(json.dumps({"said": said}, ensure_ascii=False))
