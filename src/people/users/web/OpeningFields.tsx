import { useRefusal } from '#system/customization/web/useRules.ts'
import { MonthField } from '#web/ui/MonthField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import { userFormsEn } from '../users.forms.en.ts'
import type { useCreateUserForm } from './useUserForm.ts'

/** The opening of a new student from a paper register. */
export const OpeningFields = ({ form }: { form: Pick<ReturnType<typeof useCreateUserForm>, 'field'> }) => {
  const words = useWords(userFormsEn).form
  const mayNotConcede = useRefusal('managersConcede')
  return (
    <>
      {!mayNotConcede && <MonthField label={words.paidUpTo} hint={words.paidUpToHint} {...form.field('paidUpTo')} />}
      <TextField label={words.oldDues} hint={words.oldDuesHint} inputMode="decimal" autoComplete="off" {...form.field('oldDues')} />
    </>
  )
}
