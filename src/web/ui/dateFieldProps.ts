import type { FieldProps } from './Field.tsx'

export type DateFieldProps = FieldProps & {
  min?: string
  max?: string
  /** The sentence for a day before `min`, if it should say more than the first possible day. */
  early?: string
}
