import type { FieldProps } from './Field.tsx'
import { TextField } from './TextField.tsx'

/** An amount of money, typed as text; `numbers` of `useForm` sends it as a number. */
export const AmountField = (props: FieldProps) => <TextField {...props} inputMode="decimal" autoComplete="off" maxLength={16} />
