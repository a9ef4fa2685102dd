import { FormDialog } from '#web/ui/FormDialog.tsx'
import { pictureProblem } from '#web/ui/pictureFile.ts'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type Category, type CategoryNode, categoriesApi } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'
import { CategoryFields } from './CategoryFields.tsx'
import { useUpdateCategory } from './categories.queries.ts'
import { categoryOptions } from './categoryOptions.ts'
import { countBelow, possibleParents } from './categoryTree.ts'

type Props = { roots: readonly CategoryNode[]; node: CategoryNode; onClose: () => void; onSaved: (category: Category) => void }

/** Renames a category, moves it with its subcategories, or changes or removes its picture. */
export const EditCategoryDialog = ({ roots, node, onClose, onSaved }: Props) => {
  const words = useWords(categoriesEn).form
  const update = useUpdateCategory()
  const form = useForm(categoriesApi.update, {
    initial: { name: node.name, parentCategory: node.parentCategory ?? '', removeImage: false },
    sends: 'changes',
    send: (filled) => update.mutateAsync({ params: { id: node._id }, ...filled }),
    check: (_, file): Record<string, string | undefined> => ({ image: pictureProblem(file, words.notImage) }),
    failure: words.editFailed,
    onDone: (category) => {
      toast.success(words.saved(category.name))
      onSaved(category)
      onClose()
    },
  })
  return (
    <FormDialog title={words.editTitle(node.name)} isOpen onClose={onClose} form={form} submit={words.save} submitting={words.saving}>
      <CategoryFields
        form={form}
        parents={categoryOptions(roots, possibleParents(roots, node))}
        parentHint={words.moveHint(countBelow(node))}
        picture={{ presentUrl: node.imagePublicUrl, removal: form.toggle('removeImage') }}
      />
    </FormDialog>
  )
}
