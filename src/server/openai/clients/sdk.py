import json
import sys

import openai

client = openai.OpenAI(base_url=sys.argv[1], api_key=sys.argv[2], max_retries=0)
model = sys.argv[3]
parameters = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "City name"}},
    "required": ["city"],
    "additionalProperties": False,
}
look = {"name": "get_weather", "description": "The weather of a city.", "parameters": parameters}
question = {"role": "user", "content": "What is the weather in Paris?"}
result = "Sunny in Paris, 21 degrees"

tools = [{"type": "function", "function": look}]
first = client.chat.completions.create(model=model, messages=[question], tools=tools).choices[0].message
call = first.tool_calls[0]
messages = [question, first, {"role": "tool", "tool_call_id": call.id, "content": result}]
chat = ""
for chunk in client.chat.completions.create(model=model, messages=messages, tools=tools, stream=True):
    if chunk.choices:
        chat += chunk.choices[0].delta.content or ""

tools = [{"type": "function", "strict": True, **look}]
answer = client.responses.create(model=model, input=[question], tools=tools, store=False)
[made] = [item for item in answer.output if item.type == "function_call"]
output = {"type": "function_call_output", "call_id": made.call_id, "output": result}
responses = ""
with client.responses.stream(
    model=model, input=[question, *answer.output, output], tools=tools, store=False
) as stream:
    for event in stream:
        if event.type == "response.output_text.delta":
            responses += event.delta

try:
    client.chat.completions.create(model=model, messages=messages, n=2)
    refused = None
except openai.BadRequestError as error:
    refused = [error.status_code, str(error)]
inputs = [call.function.arguments, made.arguments]
print(json.dumps({"inputs": inputs, "chat": chat, "responses": responses, "refused": refused}))
