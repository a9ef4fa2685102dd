import type { Answer, SignedInPerson } from '#server/testing/given.ts'

export const formOf = (bytes: Buffer, name = 'notes.bin', fields: Record<string, string> = {}): FormData => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new File([new Uint8Array(bytes)], name, { type: 'application/octet-stream' }))
  return form
}

/** Sends a file to a conversation. */
export const attach = (
  person: SignedInPerson,
  conversation: string,
  bytes: Buffer,
  name?: string,
  fields?: Record<string, string>,
): Promise<Answer> => person.post(`/chat/conversations/${conversation}/attachments`, formOf(bytes, name, fields))

/** Sends a file and returns the message. */
export const attached = async (...sent: Parameters<typeof attach>) => (await attach(...sent)).body

/** Returns the id of an attachment, which is the last part of its URL. */
export const idOf = ({ attachment }: { attachment: { url: string } }): string => attachment.url.split('/').at(-1) ?? ''
