import { PictureField } from '#web/ui/PictureField.tsx'
import { type Option, SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import type { categoriesApi } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'

type Form = Pick<ReturnType<typeof useForm<typeof categoriesApi.create>>, 'field' | 'fileField' | 'isSending'>
type Props = {
  form: Form
  parents: readonly Option[]
  parentHint: string
  picture?: Pick<Parameters<typeof PictureField>[0], 'presentUrl' | 'removal'>
}

/** The fields of a category: name, parent, picture. */
export const CategoryFields = ({ form, parents, parentHint, picture }: Props) => {
  const words = useWords(categoriesEn).form
  return (
    <>
      <TextField label={words.name} isRequired autoFocus isDisabled={form.isSending} {...form.field('name')} />
      <SelectField
        label={words.parent}
        hint={parentHint}
        placeholder={words.noParent}
        options={parents}
        isDisabled={form.isSending}
        {...form.field('parentCategory')}
      />
      <PictureField label={words.image} hint={words.imageHint} isDisabled={form.isSending} {...picture} {...form.fileField()} />
    </>
  )
}
