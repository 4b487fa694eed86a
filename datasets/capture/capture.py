#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Capture the attention of a causal language model into a Softscope file.

The script reads a text, runs it once through the model, and writes for every
layer the queries and keys (after the rotary embedding), the values, the
hidden states and the most likely next tokens, in Softscope's native HDF5
layout (version 1, described in datasets/README.md).

It works on every model that goes through the attention interface of
Hugging Face transformers (Llama, Qwen, Mistral, Gemma, GPT-2, GPT-NeoX, ...):
an attention function of our own takes the place of the model's, notes what it
is given, and lets the model's own plain ("eager") function do the work.
"""

import argparse
import os
import sys
from pathlib import Path

# The help must be readable before anything is installed, so a missing package
# is reported only once the script is asked to work.
try:
    import h5py
    import numpy as np
    import torch
    MISSING = None
except ImportError as error:
    MISSING = error

INTERFACE = "softscope_capture"
FLOAT16_MAX = 65504.0
TEXT_MAX = 60_000  # HDF5 keeps attributes of at most 64 KiB
PACKED = {"shuffle": True, "compression": "gzip", "compression_opts": 9}

EPILOG = """\
examples:
  capture.py --model gpt2 --text story.txt -o story.h5
  capture.py --model Qwen/Qwen3-0.6B --text story.txt --weights 0,13 -o story.h5
  capture.py --gguf SmolLM2-135M-Instruct.Q4_1.gguf --text story.txt -o story.h5
  capture.py --model gpt2 --text story.txt --layers 0-3,11 --no-hidden -o few.h5

After the run the script recomputes every attention map from what it stored
and prints how far it is from the model's own. A large difference means that
the model does something to its scores that the layout cannot express.
"""


class CaptureError(Exception):
    """A problem the user can do something about; shown without a traceback."""


def warn(message):
    print(f"capture: warning: {message}", file=sys.stderr)


def parse_layers(text):
    """Turn "0-3,7" into [0, 1, 2, 3, 7]."""
    layers = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        try:
            layers.update(range(int(first), int(last if dash else first) + 1))
        except ValueError:
            raise argparse.ArgumentTypeError(f"'{part}' is not a layer; write 0,5,10-14")
    return sorted(layers)


def recompute(q, k, scale, softcap, sliding_window):
    """Causal softmax attention as a reader of the file will compute it.

    Query head h uses key head h // (query heads / key heads); the result is
    [heads, queries, keys].
    """
    k = k.repeat_interleave(q.shape[0] // k.shape[0], dim=0)
    scores = torch.matmul(q, k.transpose(1, 2)) * scale
    if softcap:
        scores = softcap * torch.tanh(scores / softcap)
    position = torch.arange(q.shape[1])
    age = position[:, None] - position[None, :]
    masked = age < 0
    if sliding_window:
        masked |= age >= sliding_window
    return torch.softmax(scores.masked_fill(masked, float("-inf")), dim=-1)


def store(file, path, tensor, dtype, chunks):
    """Write a tensor and return it as it was stored, in float32.

    Values beyond float16 would silently become infinite, so such an array is
    kept in float32 and the user is told.
    """
    array = tensor.detach().to("cpu", torch.float32).contiguous()
    bad = int((~torch.isfinite(array)).sum())
    if bad:
        warn(f"/{path}: {bad} values are NaN or infinite in the model itself")
    largest = torch.nan_to_num(array, 0.0, 0.0, 0.0).abs().max().item()
    if dtype == "float16" and largest > FLOAT16_MAX:
        warn(f"/{path}: the largest value is {largest:.5g}, more than float16 holds "
             f"({FLOAT16_MAX:.0f}); stored as float32")
        dtype = "float32"
    stored = array.to(getattr(torch, dtype))
    file.create_dataset(path, data=stored.numpy(), chunks=chunks, **PACKED)
    return stored.to(torch.float32)


def store_strings(file, path, values):
    file.create_dataset(path, data=values, dtype=h5py.string_dtype("utf-8"))


class Recorder:
    """Stands in for the model's attention function and stores what it sees."""

    def __init__(self, file, dtype, layers, weight_layers):
        self.file = file
        self.dtype = dtype
        self.layers = layers
        self.weight_layers = weight_layers
        self.settings = {}     # layer -> scale, softcap, sliding_window
        self.differences = {}  # layer -> max |recomputed - the model's own|

    def __call__(self, module, query, key, value, attention_mask, **kwargs):
        home = sys.modules[type(module).__module__]
        eager = getattr(home, "eager_attention_forward", None)
        layer = getattr(module, "layer_idx", None)
        if eager is None or layer is None:
            raise CaptureError(f"{type(module).__name__} is not built like the models of "
                               "transformers this script knows; it cannot be captured")
        if layer in self.settings:
            raise CaptureError(f"layer {layer} attends twice (an encoder-decoder model?); "
                               "only decoder-only models are supported")
        output, weights = eager(module, query, key, value, attention_mask, **kwargs)
        self.settings[layer] = {
            "scale": kwargs.get("scaling") or query.shape[-1] ** -0.5,
            "softcap": kwargs.get("softcap"),
            "sliding_window": kwargs.get("sliding_window"),
        }
        if self.layers is None or layer in self.layers:
            self.keep(layer, query[0], key[0], value[0], weights[0])
        return output, weights

    def keep(self, layer, query, key, value, weights):
        root = f"layers/{layer}"
        stored = {}
        for name, tensor in (("q", query), ("k", key), ("v", value)):
            # One head a chunk: the reader fetches head by head.
            stored[name] = store(self.file, f"{root}/{name}", tensor, self.dtype,
                                 (1, *tensor.shape[1:]))
        if layer in self.weight_layers:
            rows = min(weights.shape[1], 256)
            store(self.file, f"{root}/weights", weights, self.dtype,
                  (1, rows, weights.shape[2]))
        again = recompute(stored["q"], stored["k"], **self.settings[layer])
        own = weights.detach().to("cpu", torch.float32)
        self.differences[layer] = (again - own).abs().max().item()

    def write_settings(self):
        """Put what all layers share on the root, what differs on the layers."""
        for name in ("scale", "softcap", "sliding_window"):
            values = {n: self.settings[n][name] for n in self.differences}
            shared = len(set(values.values())) == 1
            for layer, value in values.items():
                if value is not None:
                    target = self.file if shared else self.file[f"layers/{layer}"]
                    target.attrs[name] = value


class Pieces:
    """Turns token ids into readable pieces of text."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        # A tokenizer may drop the space that starts a text, so each piece is
        # decoded behind an anchor, which is then cut off again.
        self.anchor = tokenizer("a", add_special_tokens=False)["input_ids"][-1]
        self.cut = len(self.decode([self.anchor]))
        self.cache = {}

    def decode(self, ids):
        return self.tokenizer.decode(ids, clean_up_tokenization_spaces=False)

    def __call__(self, token):
        if token not in self.cache:
            text = self.decode([self.anchor, token])[self.cut:]
            # Part of a multi-byte character: only the raw token says which.
            if not text or "\ufffd" in text or "\0" in text:
                raw = self.tokenizer.convert_ids_to_tokens(token) or f"<{token}>"
                text = raw.replace("\0", "<0x00>")
            self.cache[token] = text
        return self.cache[token]


def load(args, recorder):
    """Load tokenizer and model, with the recorder as attention function."""
    try:
        from transformers import AttentionInterface, AutoModelForCausalLM, AutoTokenizer
        from transformers.masking_utils import AttentionMaskInterface, eager_mask
    except ImportError as error:
        raise CaptureError(f"{error}; a newer transformers is needed, see requirements.txt")
    AttentionInterface.register(INTERFACE, recorder)
    AttentionMaskInterface.register(INTERFACE, eager_mask)
    where, options = args.model, {}
    if args.gguf:
        path = Path(args.gguf)
        if not path.is_file():
            raise CaptureError(f"there is no file {path}")
        where, options = str(path.parent), {"gguf_file": path.name}
    try:
        tokenizer = AutoTokenizer.from_pretrained(where, **options)
        model = AutoModelForCausalLM.from_pretrained(
            where, dtype=getattr(torch, args.precision), attn_implementation=INTERFACE,
            **options)
    except (OSError, ValueError, ImportError, KeyError) as error:
        raise CaptureError(f"could not load {args.gguf or args.model}: {error}")
    return tokenizer, model.to(args.device).eval()


def check_layers(args, depth):
    for layer in [*(args.layers or ()), *args.weights]:
        if layer >= depth:
            raise CaptureError(f"there is no layer {layer}: the model has 0 to {depth - 1}")
    stray = set(args.weights) - set(range(depth) if args.layers is None else args.layers)
    if stray:
        raise CaptureError(f"--weights asks for layer {min(stray)}, --layers leaves it out")


def read_text(args, tokenizer, longest):
    """Return the text and its token ids, cut to what fits."""
    try:
        text = Path(args.text).read_text(encoding="utf-8").rstrip("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise CaptureError(f"could not read the text {args.text}: {error}")
    ids = tokenizer(text)["input_ids"]
    if not text or not ids:
        raise CaptureError(f"the text {args.text} is empty")
    limit = min(args.max_tokens, longest or args.max_tokens)
    if len(ids) > limit:
        reason = "--max-tokens" if limit == args.max_tokens else "the model's longest input"
        warn(f"the text has {len(ids)} tokens; kept the first {limit} ({reason})")
        ids = ids[:limit]
        text = tokenizer.decode(ids, skip_special_tokens=True)
    return text, ids


def write_logits(file, logits, count, pieces):
    """Keep the likeliest next tokens; lse gives their probability exp(x - lse)."""
    logits = logits.detach().to("cpu", torch.float32)
    top = torch.topk(logits, min(count, logits.shape[-1]), dim=-1)
    group = file.create_group("logits")
    group.create_dataset("top_values", data=top.values.numpy(), **PACKED)
    group.create_dataset("top_ids", data=top.indices.numpy().astype(np.int32), **PACKED)
    group.create_dataset("lse", data=torch.logsumexp(logits, dim=-1).numpy())
    store_strings(file, "logits/top_tokens",
                  [[pieces(t) for t in row] for row in top.indices.tolist()])


def capture(args, file):
    """Run the text through the model into an open file; return the recorder."""
    recorder = Recorder(file, args.dtype, args.layers, args.weights)
    tokenizer, model = load(args, recorder)
    config = model.config.get_text_config()
    check_layers(args, config.num_hidden_layers)
    text, ids = read_text(args, tokenizer, getattr(config, "max_position_embeddings", None))
    print(f"capture: {len(ids)} tokens, {config.num_hidden_layers} layers", file=sys.stderr)
    with torch.inference_mode():
        result = model(input_ids=torch.tensor([ids], device=args.device), use_cache=False,
                       output_hidden_states=not args.no_hidden)
    if not recorder.differences:
        raise CaptureError("no attention was seen: this model does not use the attention "
                           "interface of transformers, or has no softmax attention")

    pieces = Pieces(tokenizer)
    store_strings(file, "tokens", [pieces(t) for t in ids])
    file.create_dataset("token_ids", data=np.asarray(ids, dtype=np.int32))
    for n, states in enumerate(result.hidden_states or ()):
        store(file, f"hidden/{n}", states[0], args.dtype,
              (min(len(ids), 256), states.shape[2]))
        file["hidden"].attrs["count"] = n + 1
        file["hidden"].attrs["note"] = ("0 is the embedding, n the stream after layer n; "
                                        "the last is after the model's final norm")
    if args.top_logits:
        write_logits(file, result.logits[0], args.top_logits, pieces)

    recorder.write_settings()
    # A local model is recorded by its name: its folder means nothing elsewhere.
    given = args.gguf or args.model
    name = args.name or (Path(given).name if Path(given).exists() else given)
    file.attrs.update({"softscope_layout": 1, "model": name, "causal": 1,
                       "created_by": "Softscope capture.py"})
    if len(text.encode("utf-8")) <= TEXT_MAX:
        file.attrs["text"] = text
    file.attrs.update({n: v for n in ("source", "licence") if (v := getattr(args, n))})
    return recorder


def parse_arguments(argv):
    p = argparse.ArgumentParser(
        prog="capture.py", epilog=EPILOG,
        description="Run a text through a causal language model and store its queries, "
                    "keys, values, hidden states and logits for Softscope.",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    which = p.add_mutually_exclusive_group(required=True)
    which.add_argument("--model", metavar="NAME_OR_PATH",
                       help="a Hugging Face causal model: hub name, folder, or .gguf file")
    which.add_argument("--gguf", metavar="FILE",
                       help="a GGUF file of Llama architecture (its weights are unpacked)")
    add = p.add_argument
    add("--text", required=True, metavar="FILE", help="the text, in UTF-8")
    add("-o", "--output", required=True, metavar="FILE", help="the .h5 file to write")
    add("--layers", type=parse_layers, metavar="LIST",
        help="layers to capture, such as 0,5,10-14 (default: all)")
    add("--weights", type=parse_layers, default=[], metavar="LIST",
        help="layers whose attention weights are stored too, as a check for readers; "
             "they take tokens x tokens values a head (default: none)")
    add("--top-logits", type=int, default=64, metavar="K",
        help="likeliest next tokens kept at each position; 0: none (default: 64)")
    add("--dtype", choices=("float16", "float32"), default="float16",
        help="how the arrays are stored (default: float16)")
    add("--max-tokens", type=int, default=1024, metavar="N",
        help="cut the text here; memory grows with its square (default: 1024)")
    add("--no-hidden", action="store_true", help="leave the hidden states out")
    add("--precision", choices=("float32", "bfloat16", "float16"), default="float32",
        help="arithmetic of the model (default: float32)")
    add("--device", default="cpu", help="where the model runs, such as cuda (default: cpu)")
    add("--name", help="model name to record (default: the one given)")
    add("--source", help="where the model comes from, to record")
    add("--licence", help="licence of the model, to record")
    args = p.parse_args(argv)
    if args.model and args.model.lower().endswith(".gguf"):
        args.gguf, args.model = args.model, None
    if args.max_tokens < 1 or args.top_logits < 0:
        p.error("--max-tokens must be at least 1 and --top-logits at least 0")
    return args


def main(argv=None):
    args = parse_arguments(argv)
    # A run that fails half-way must not leave a file that looks complete.
    part = f"{args.output}.part"
    try:
        if MISSING:
            raise CaptureError(f"{MISSING}; run: pip install -r requirements.txt")
        # Any libhdf5 since 1.10 reads this version of the format.
        with h5py.File(part, "w", libver=("v110", "v110")) as file:
            recorder = capture(args, file)
        os.replace(part, args.output)
    except (CaptureError, OSError) as error:
        print(f"capture: {error}", file=sys.stderr)
        return 1
    finally:
        if os.path.exists(part):
            os.remove(part)
    layer, worst = max(recorder.differences.items(), key=lambda item: item[1])
    print(f"{args.output}: {len(recorder.differences)} layers, "
          f"{os.path.getsize(args.output) / 1e6:.1f} MB; attention recomputed from the "
          f"file agrees within {worst:.2e} (worst: layer {layer})")
    if worst > 0.02:
        warn("that is more than rounding: this model changes its scores in a way the "
             "layout does not describe (position bias, learned sinks, another mask)")
    elif worst > 4e-3:
        warn("that is more than usual; --dtype float32 keeps more digits")
    return 0


if __name__ == "__main__":
    sys.exit(main())
