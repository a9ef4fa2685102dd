import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { ReceivedFile, Storage } from '#server/files/storage.ts'

export type Form = { fields: Record<string, unknown>; file: ReceivedFile | undefined }

const FIELDS = 60
const FIELD_BYTES = 100_000

/**
 * Reads a multipart body: fields into an object, the declared file into the storage's incoming folder.
 * An empty field is the same as none, because a form has no other way to leave one out. Whatever fails leaves
 * no file behind; the caller discards the file when what follows fails.
 */
export const readForm = async (request: FastifyRequest, endpoint: Endpoint, storage: Storage): Promise<Form> => {
  const declared = endpoint.form?.file
  const form: Form = { fields: {}, file: undefined }
  try {
    const parts = request.parts({
      throwFileSizeLimit: false,
      limits: { files: 1, fields: FIELDS, fieldSize: FIELD_BYTES, parts: FIELDS + 1, fileSize: (declared?.maxBytes ?? 0) + 1 },
    })
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new AppError(commonErrors.tooLarge)
        if (part.value !== '') form.fields[part.fieldname] = part.value
      } else if (declared && part.fieldname === declared.field) {
        form.file = await storage.receive(part.file, {
          fileName: part.filename ?? '',
          maxBytes: declared.maxBytes,
          tooLargeMessage: declared.tooLarge,
        })
      } else {
        part.file.resume()
        throw new AppError(commonErrors.invalid, { message: 'A file was sent where none is expected', fields: { [part.fieldname]: 'No file is expected here' } })
      }
    }
    return form
  } catch (error) {
    if (form.file) await storage.discard(form.file)
    // What is still to come is read and dropped: an answer on a connection that is closed under its sender gets lost.
    request.raw.resume()
    throw error
  }
}
