import type { Errors } from './errors.ts'
import { limits } from './limits.ts'

/** How every call that takes a picture refuses one. */
export const pictureErrors = {
  notPicture: { code: 'not_picture', status: 400, message: 'Please select an image file' },
  tooLarge: { code: 'picture_too_large', status: 413, message: 'The picture is larger than 5MB' },
} satisfies Errors

/** The part of a form that may carry a picture. What the server keeps is re-encoded, never the file that was sent. */
export const pictureIn = <const F extends string>(field: F) => ({
  field,
  maxBytes: limits.pictureBytes,
  tooLarge: pictureErrors.tooLarge.message,
})
