/**
 * The text of a soljson.js whose compiler is `body`: JavaScript that has the input's text as `input` and
 * returns the output's. It offers what is used of the real ones' interface.
 */
export function fakeCompiler(body: string): Buffer {
  return Buffer.from(`
    Module.HEAPU8 = new Uint8Array(1 << 16);
    Module._malloc = (length) => {
      Module.HEAPU8 = new Uint8Array(length + 8);
      return 8;
    };
    Module._solidity_compile = (at) => {
      const end = Module.HEAPU8.indexOf(0, at);
      let input = '';
      for (const byte of Module.HEAPU8.subarray(at, end)) input += String.fromCharCode(byte);
      const output = (function (input) { ${body} })(input);
      Module.HEAPU8 = new Uint8Array(output.length + 9);
      for (let i = 0; i < output.length; i++) Module.HEAPU8[8 + i] = output.charCodeAt(i);
      return 8;
    };
  `);
}

/** A compiler whose only contract has as its metadata what `body` returns as text. */
export const tellingCompiler = (body: string): Buffer =>
  fakeCompiler(`
    const told = (() => { ${body} })();
    return JSON.stringify({ contracts: { file: { name: { metadata: String(told) } } } });
  `);
