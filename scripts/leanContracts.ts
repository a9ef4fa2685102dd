import type { Plugin } from 'vite'

const summary = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g

/** Leaves out what calls are for: only the API reference of the server shows it, and every page brings some contracts. */
export const leanContracts = (): Plugin => ({
  name: 'carrel:lean-contracts',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.contract.ts') ? code.replace(summary, "summary: ''") : undefined),
})
