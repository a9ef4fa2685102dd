import type { Envelope } from '#chat/conversations/conversations.encryption.contract.ts'
import { encryptionApi } from '../../../encryption.contract.ts'
import type { WrappedKey } from '../../../encryption.shapes.contract.ts'
import { type Ghost, keysFor, readWith } from './ghost.ts'
import type { Sent } from './liar.ts'

type Keys = { keyVersion: number; wrappedKeys: readonly WrappedKey[] }
type Shares = { keys: readonly (WrappedKey & { conversation: string; keyVersion: number })[] }

/** Returns the conversation keys that the liar can extract from a request. */
const keysIn = ({ endpoint, params, body }: Sent, ghost: Ghost): Buffer[] => {
  if (endpoint === encryptionApi.saveKey) {
    const { keyVersion, wrappedKeys } = body as Keys
    return keysFor(ghost, params.id ?? '', keyVersion, wrappedKeys)
  }
  if (endpoint !== encryptionApi.shareKeys) return []
  return (body as Shares).keys.flatMap((share) => keysFor(ghost, share.conversation, share.keyVersion, [share]))
}

const envelopeIn = ({ body }: Sent): Envelope | undefined => (body as { encryption?: Envelope } | undefined)?.encryption

/** The liar’s means of decryption: its own device, and keys of conversations that it created. */
type Known = { ghost: Ghost; made?: readonly Buffer[] }

/** Returns which of these texts the liar learns from the requests, either directly or by decrypting with its keys. */
export const leaksIn = (sent: readonly Sent[], secrets: readonly string[], { ghost, made = [] }: Known): string[] => {
  const keys = [...made, ...sent.flatMap((request) => keysIn(request, ghost))]
  const envelopes = keys.length > 0 ? sent.flatMap((request) => envelopeIn(request) ?? []) : []
  const said = envelopes.flatMap((envelope) => keys.flatMap((key) => readWith(key, envelope) ?? []))
  const bodies = sent.map(({ body }) => JSON.stringify(body ?? null))
  const plain = secrets.filter((text) => bodies.some((body) => body.includes(text)))
  return [
    ...said.filter((text) => secrets.includes(text)).map((text) => `the liar can decrypt “${text}”`),
    ...plain.map((text) => `sends “${text}” in plain text`),
  ]
}
