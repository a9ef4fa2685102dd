import type { Errors } from './errors.ts'
import { limits } from './limits.ts'

/** The refusals of every call that accepts a picture. */
export const pictureErrors = {
  notPicture: { code: 'not_picture', status: 400, message: 'Please select an image file' },
  tooLarge: { code: 'picture_too_large', status: 413, message: 'The picture is larger than 5MB' },
} satisfies Errors

/** The part of a form that may have a picture. The server stores a re-encoded one, never the file that was sent. */
export const pictureIn = <const F extends string>(field: F) => ({
  field,
  maxBytes: limits.pictureBytes,
  tooLarge: pictureErrors.tooLarge.message,
})
