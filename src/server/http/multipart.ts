import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FilePart as DeclaredFile, Endpoint } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { MB } from '#contract/limits.ts'
import type { ReceivedFile, Storage } from '#server/files/storage.ts'
import { decodeUtf8 } from './utf8.ts'

export type Form = { fields: Record<string, unknown>; file: ReceivedFile | undefined }

const FIELDS = 60
const FIELD_BYTES = 100_000
const unreadable = 'This text contains characters that cannot be saved'

/** A failure while the body is read is the sender's, not ours. */
const broken = (): AppError => new AppError(commonErrors.malformed)

/** Yields the parts as they arrive. All of them are byte streams, fields too, because the parser would decode fields leniently. */
async function* partsOf(request: FastifyRequest, fileBytes: number): AsyncGenerator<MultipartFile> {
  const limits = { parts: FIELDS + 1, fileSize: Math.max(fileBytes, FIELD_BYTES) + 1 }
  try {
    yield* request.files({ limits, isPartAFile: () => true, throwFileSizeLimit: false })
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : broken()
  }
}

async function* bytesOf(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch {
    throw broken()
  }
}

/** Reads a field of bounded length. */
const readField = async ({ file, fieldname }: MultipartFile): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytesOf(file)) {
    size += chunk.length
    if (size > FIELD_BYTES) throw new AppError(commonErrors.tooLarge)
    chunks.push(chunk)
  }
  return decodeUtf8(Buffer.concat(chunks), new AppError(commonErrors.invalid, { message: unreadable, fields: { [fieldname]: unreadable } }))
}

/** A file name that is not UTF-8 does not cause a refusal: it is only displayed, and cleaned anyway. */
const receive = (storage: Storage, { file, filename = '' }: MultipartFile, { maxBytes, tooLarge }: DeclaredFile): Promise<ReceivedFile> =>
  storage.receive(Readable.from(bytesOf(file)), {
    fileName: filename,
    maxBytes,
    ...(tooLarge !== undefined && { tooLargeMessage: tooLarge }),
  })

const DRAIN_BYTES = 32 * MB
const DRAIN_MS = 30_000

/**
 * Reads and drops the rest, within bounds: a sender receives the refusal only after it has sent everything, and loses the reply if
 * its connection is closed.
 */
const drain = (incoming: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (incoming.readableEnded || incoming.destroyed) return resolve()
    let dropped = 0
    const timer = setTimeout(resolve, DRAIN_MS)
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    incoming.unpipe()
    incoming.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > DRAIN_BYTES) done()
    })
    incoming.once('end', done).once('close', done).once('error', done)
    incoming.resume()
  })

/**
 * Reads a multipart body: fields into an object, the declared file into the storage's incoming folder. An empty field counts as
 * missing, because a form cannot omit one; in a change (PUT) it is kept, because it clears the value. Every failure removes the
 * file; the caller discards the file if a later step fails.
 */
export const readForm = async (request: FastifyRequest, endpoint: Endpoint, storage: Storage): Promise<Form> => {
  const declared = endpoint.form?.file
  const form: Form = { fields: {}, file: undefined }
  try {
    for await (const part of partsOf(request, declared?.maxBytes ?? 0)) {
      if (part.filename === undefined && part.mimetype !== 'application/octet-stream') {
        const value = await readField(part)
        if (value !== '' || endpoint.method === 'PUT') form.fields[part.fieldname] = value
      } else if (declared && part.fieldname === declared.field && !form.file) {
        form.file = await receive(storage, part, declared)
      } else if (part.fieldname === declared?.field) {
        const message = 'Please send one file only'
        throw new AppError(commonErrors.invalid, { message, fields: { [part.fieldname]: message } })
      } else {
        throw new AppError(commonErrors.invalid, {
          message: 'This request does not accept a file',
          fields: { [part.fieldname]: 'No file is accepted here' },
        })
      }
    }
    return form
  } catch (error) {
    if (form.file) await storage.discard(form.file)
    await drain(request.raw)
    throw error
  }
}
