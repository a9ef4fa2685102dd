import type { EncryptedFile } from '#chat/conversations/conversations.encryption.contract.ts'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import type { EncryptedUpload } from '#chat/conversations/web/messageEncryption.ts'
import { withoutMetadata } from '#web/pictures/withoutMetadata.ts'
import { Recent } from '#web/recent.ts'
import { decryptBytes, encryptBytes } from '../crypto/file.ts'

const nameLength = 255

/** Shortens the name and type of a file to what a message can contain. */
const described = (file: File): Pick<EncryptedFile, 'name' | 'type' | 'size'> => ({
  name: [...file.name.toWellFormed().replaceAll('\0', '')].slice(0, nameLength).join('') || 'file',
  type: file.type.slice(0, nameLength),
  size: file.size,
})

/** Encrypts a file. Removes camera metadata from pictures, since the server cannot re-encode encrypted ones. */
export const encryptFile = async (conversation: string, clientId: string, chosen: File): Promise<EncryptedUpload> => {
  const file = await withoutMetadata(chosen)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encrypted = await encryptBytes({ conversation, clientId, bytes })
  const { key, iv, sha256 } = encrypted
  return { blob: new Blob([encrypted.bytes], { type: 'application/octet-stream' }), described: { ...described(file), key, iv, sha256 } }
}

type Known = { described: EncryptedFile; decrypt: (bytes: ArrayBuffer) => Promise<ArrayBuffer> }

/** Maximum number of remembered files, the most recent ones. */
const mostFiles = 5_000

/** How to decrypt the files of decrypted messages, by attachment URL. */
export class Files {
  readonly #known = new Recent<string, Known>(mostFiles)

  remember({ conversation, clientId }: Pick<Message, 'conversation' | 'clientId'>, url: string, file: EncryptedFile): void {
    const decrypt = async (bytes: ArrayBuffer) =>
      (await decryptBytes({ conversation, clientId, file, bytes: new Uint8Array(bytes) })).buffer
    this.#known.set(url, { described: file, decrypt })
  }

  of(url: string): Known | undefined {
    return this.#known.get(url)
  }

  forget(): void {
    this.#known.clear()
  }
}
