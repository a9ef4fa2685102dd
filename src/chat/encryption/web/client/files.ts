import type { Message } from '#chat/conversations/chat.shapes.contract.ts'
import { withoutMetadata } from '#web/pictures/withoutMetadata.ts'
import type { SealedFile } from '../../encryption.lists.policy.ts'
import { openFile, sealFile } from '../crypto/file.ts'
import type { EncryptedFile } from '../encryption.ts'
import { Recent } from './recent.ts'

const nameLength = 255

/** What a message can say of a file whatever it is called. */
const described = (file: File): Pick<SealedFile, 'name' | 'type' | 'size'> => ({
  name: [...file.name.toWellFormed().replaceAll('\0', '')].slice(0, nameLength).join('') || 'file',
  type: file.type.slice(0, nameLength),
  size: file.size,
})

/** The server cannot re-encode an encrypted picture, so what a camera wrote into it is left behind here. */
export const encryptFile = async (conversation: string, clientId: string, chosen: File): Promise<EncryptedFile> => {
  const file = await withoutMetadata(chosen)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sealed = await sealFile({ conversation, clientId, bytes })
  const { key, iv, sha256 } = sealed
  return { blob: new Blob([sealed.bytes], { type: 'application/octet-stream' }), described: { ...described(file), key, iv, sha256 } }
}

type Known = { described: SealedFile; decrypt: (bytes: ArrayBuffer) => Promise<ArrayBuffer> }

/** As many files as are remembered, the latest. */
const mostFiles = 5_000

/** How the files of opened messages are decrypted, by the addresses of their attachments. */
export class Files {
  readonly #known = new Recent<Known>(mostFiles)

  remember({ conversation, clientId }: Pick<Message, 'conversation' | 'clientId'>, url: string, file: SealedFile): void {
    const decrypt = async (bytes: ArrayBuffer) => (await openFile({ conversation, clientId, file, bytes: new Uint8Array(bytes) })).buffer
    this.#known.set(url, { described: file, decrypt })
  }

  of(url: string): Known | undefined {
    return this.#known.get(url)
  }

  forget(): void {
    this.#known.clear()
  }
}
