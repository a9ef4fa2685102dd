import { encryptionApi } from '../../../encryption.contract.ts'
import type { Envelope, WrappedKey } from '../../../encryption.shapes.contract.ts'
import { type Ghost, keysFor, readWith } from './ghost.ts'
import type { Sent } from './liar.ts'

type Keys = { keyVersion: number; wrappedKeys: readonly WrappedKey[] }
type Shares = { keys: readonly (WrappedKey & { conversation: string; keyVersion: number })[] }

/** The keys of conversations that the liar can take out of a request. */
const keysIn = ({ endpoint, params, body }: Sent, ghost: Ghost): Buffer[] => {
  if (endpoint === encryptionApi.saveKey) {
    const { keyVersion, wrappedKeys } = body as Keys
    return keysFor(ghost, params.id ?? '', keyVersion, wrappedKeys)
  }
  if (endpoint !== encryptionApi.shareKeys) return []
  return (body as Shares).keys.flatMap((share) => keysFor(ghost, share.conversation, share.keyVersion, [share]))
}

const envelopeIn = ({ body }: Sent): Envelope | undefined => (body as { encryption?: Envelope } | undefined)?.encryption

/** What the liar can decrypt with: a device of its own, and keys of conversations that it made. */
type Known = { ghost: Ghost; made?: readonly Buffer[] }

/** Which of these texts the liar learns from what was sent, by what is in it alone or with the keys that it has. */
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
