import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type Category, type CategoryNode, categoriesApi } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'
import { categoryPolicy } from '../categories.policy.ts'
import { useCreateCategory } from './categories.queries.ts'
import { categoryOptions } from './categoryOptions.ts'
import { flatten } from './categoryTree.ts'

type Props = {
  roots: readonly CategoryNode[]
  /** Set where a subcategory of it is added; it can still be changed. */
  parent: CategoryNode | undefined
  onClose: () => void
  onAdded: (category: Category) => void
}

/** Name and place of a new category. */
export const AddCategoryDialog = ({ roots, parent, onClose, onAdded }: Props) => {
  const words = useWords(categoriesEn).form
  const create = useCreateCategory()
  const form = useForm(categoriesApi.create, {
    initial: { name: '', parentCategory: parent?._id ?? '' },
    send: ({ body }) => create.mutateAsync({ body }),
    failure: words.failed,
    onDone: (category) => {
      toast.success(words.done(category.name))
      onAdded(category)
      onClose()
    },
  })
  const parents = flatten(roots).filter(categoryPolicy.takesSubcategories)
  const allowed = new Set(parents.map(({ _id }) => _id))
  const options = categoryOptions(roots).filter(({ value }) => allowed.has(value))
  return (
    <FormDialog
      title={parent ? words.titleBelow(parent.name) : words.title}
      isOpen
      onClose={onClose}
      form={form}
      submit={words.submit}
      submitting={words.submitting}
    >
      <TextField label={words.name} isRequired autoFocus {...form.field('name')} />
      <SelectField
        label={words.parent}
        hint={words.parentHint}
        placeholder={words.noParent}
        options={options}
        {...form.field('parentCategory')}
      />
    </FormDialog>
  )
}
