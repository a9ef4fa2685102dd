import { TextField, type TextFieldProps } from './TextField.tsx'

/** An amount of money, typed as text; `numbers` of `useForm` sends it as a number. */
export const AmountField = (props: TextFieldProps) => <TextField {...props} inputMode="decimal" autoComplete="off" maxLength={16} />
