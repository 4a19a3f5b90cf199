# Writes a small BERT with random weights to the directory given, as ONNX with a
# vocabulary, and its weights beside it; prints where ONNX Runtime's library is.
import glob, os, sys
import numpy as np, onnx, onnxruntime
from onnx import TensorProto, helper, numpy_helper

directory, words = sys.argv[1], sys.argv[2].split()
random = np.random.default_rng(1)
width, inner, longest = 12, 24, 32
weights = {
    "words": random.normal(size=(len(words), width)), "places": random.normal(size=(longest, width)), "types": random.normal(size=(2, width)),
    **{n: random.normal(size=(width, width)) / 3 for n in ("query", "key", "value", "out")},
    "up": random.normal(size=(width, inner)) / 3, "down": random.normal(size=(inner, width)) / 3,
    "scale": 1 + random.normal(size=width) / 9, "shift": random.normal(size=width) / 9,
}
weights = {k: v.astype(np.float32) for k, v in weights.items()}
constants = {"zero": np.int64(0), "one": np.int64(1), "root": np.float32(width**0.5), "half": np.float32(0.5), "unit": np.float32(1), "sqrt2": np.float32(2**0.5),
             "far": np.float32(-10000), "middle": np.array([1], np.int64)}
nodes, count = [], [0]


def node(op, *inputs, name=None, **attributes):
    count[0] += 1
    name = name or f"n{count[0]}"
    nodes.append(helper.make_node(op, list(inputs), [name], **attributes))
    return name


places = node("Range", "zero", node("Gather", node("Shape", "input_ids"), "one"), "one")
x = node("Add", node("Add", node("Gather", "words", "input_ids"), node("Gather", "types", "token_type_ids")), node("Gather", "places", places))
x = node("LayerNormalization", x, "scale", "shift", axis=-1, epsilon=1e-12)
q, k, v = (node("MatMul", x, w) for w in ("query", "key", "value"))
masked = node("Mul", node("Sub", "unit", node("Unsqueeze", node("Cast", "attention_mask", to=TensorProto.FLOAT), "middle")), "far")
attention = node("Softmax", node("Add", node("Div", node("MatMul", q, node("Transpose", k, perm=[0, 2, 1])), "root"), masked), axis=-1)
x = node("LayerNormalization", node("Add", x, node("MatMul", node("MatMul", attention, v), "out")), "scale", "shift", axis=-1, epsilon=1e-12)
up = node("MatMul", x, "up")
gelu = node("Mul", node("Mul", up, "half"), node("Add", node("Erf", node("Div", up, "sqrt2")), "unit"))
x = node("LayerNormalization", node("Add", x, node("MatMul", gelu, "down")), "scale", "shift", axis=-1, epsilon=1e-12, name="last_hidden_state")
node("Gather", x, "zero", name="pooler_output", axis=1)
graph = helper.make_graph(
    nodes, "bert",
    [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "length"]) for n in ("input_ids", "attention_mask", "token_type_ids")],
    [helper.make_tensor_value_info("pooler_output", TensorProto.FLOAT, ["batch", width]), helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", width])],
    [numpy_helper.from_array(np.asarray(v), n) for n, v in {**weights, **constants}.items()])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
onnx.checker.check_model(model)
onnx.save(model, os.path.join(directory, "model.onnx"))
np.savez(os.path.join(directory, "weights.npz"), **weights)
open(os.path.join(directory, "vocab.txt"), "w").write("\n".join(words) + "\n")
open(os.path.join(directory, "tokenizer_config.json"), "w").write('{"model_max_length": %d}' % longest)
print(glob.glob(os.path.join(os.path.dirname(onnxruntime.__file__), "capi", "libonnxruntime.so*"))[0], end="")
