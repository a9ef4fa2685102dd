import { FormDialog } from '#web/ui/FormDialog.tsx'
import { pictureProblem } from '#web/ui/pictureFile.ts'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type Category, type CategoryNode, categoriesApi } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'
import { CategoryFields } from './CategoryFields.tsx'
import { useCreateCategory } from './categories.queries.ts'
import { categoryOptions } from './categoryOptions.ts'
import { possibleParents } from './categoryTree.ts'

type Props = {
  roots: readonly CategoryNode[]
  /** The preset parent when adding a subcategory; it can still be changed. */
  parent: CategoryNode | undefined
  onClose: () => void
  onAdded: (category: Category) => void
}

/** Adds a category with name, parent and picture. */
export const AddCategoryDialog = ({ roots, parent, onClose, onAdded }: Props) => {
  const words = useWords(categoriesEn).form
  const create = useCreateCategory()
  const form = useForm(categoriesApi.create, {
    initial: { name: '', parentCategory: parent?._id ?? '' },
    send: (filled) => create.mutateAsync(filled),
    check: (_, file): Record<string, string | undefined> => ({ image: pictureProblem(file, words.notImage) }),
    failure: words.failed,
    onDone: (category) => {
      toast.success(words.done(category.name))
      onAdded(category)
      onClose()
    },
  })
  return (
    <FormDialog
      title={parent ? words.titleBelow(parent.name) : words.title}
      isOpen
      onClose={onClose}
      form={form}
      submit={words.submit}
      submitting={words.submitting}
    >
      <CategoryFields form={form} parents={categoryOptions(roots, possibleParents(roots))} parentHint={words.parentHint} />
    </FormDialog>
  )
}
