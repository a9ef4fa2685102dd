import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FilePart as DeclaredFile, Endpoint } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { MB } from '#contract/limits.ts'
import type { ReceivedFile, Storage } from '#server/files/storage.ts'

export type Form = { fields: Record<string, unknown>; file: ReceivedFile | undefined }

const FIELDS = 60
const FIELD_BYTES = 100_000

/** The parts as they come. What breaks meanwhile, such as a body without its end, is the sender's failure and not a fault of ours. */
async function* partsOf(request: FastifyRequest, fileBytes: number): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits: { files: 1, fields: FIELDS, fieldSize: FIELD_BYTES, parts: FIELDS + 1, fileSize: fileBytes + 1 } })
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : new AppError(commonErrors.malformed)
  }
}

const receive = async (storage: Storage, file: Readable, fileName: string, declared: DeclaredFile): Promise<ReceivedFile> => {
  let broken: unknown
  file.once('error', (error) => {
    broken = error
  })
  try {
    return await storage.receive(file, { fileName, maxBytes: declared.maxBytes, tooLargeMessage: declared.tooLarge })
  } catch (error) {
    throw error === broken ? new AppError(commonErrors.malformed) : error
  }
}

const DRAIN_BYTES = 32 * MB
const DRAIN_MS = 30_000

/**
 * Reads what is still to come and drops it, within bounds: a sender hears the refusal only once it has sent everything,
 * and a connection that is closed under it loses the answer.
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
 * Reads a multipart body: fields into an object, the declared file into the storage's incoming folder.
 * An empty field is the same as none, because a form has no other way to leave one out; of a change (PUT) it is kept, because
 * there it clears. Whatever fails leaves no file behind; the caller discards the file when what follows fails.
 */
export const readForm = async (request: FastifyRequest, endpoint: Endpoint, storage: Storage): Promise<Form> => {
  const declared = endpoint.form?.file
  const form: Form = { fields: {}, file: undefined }
  try {
    for await (const part of partsOf(request, declared?.maxBytes ?? 0)) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new AppError(commonErrors.tooLarge)
        if (part.value !== '' || endpoint.method === 'PUT') form.fields[part.fieldname] = part.value
      } else if (declared && part.fieldname === declared.field) {
        form.file = await receive(storage, part.file, part.filename ?? '', declared)
      } else {
        part.file.resume()
        throw new AppError(commonErrors.invalid, {
          message: 'A file was sent where none is expected',
          fields: { [part.fieldname]: 'No file is expected here' },
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
