import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type GalleryImage, galleryApi, orderMessage } from '../gallery.contract.ts'
import { galleryEn } from '../gallery.en.ts'
import { messageForMs, useUpdateImage } from './gallery.queries.ts'

/** Edits title, description, order and visibility of a picture in place. */
export const EditImageForm = ({ image, onClose }: { image: GalleryImage; onClose: () => void }) => {
  const { form: words, upload: labels } = useWords(galleryEn)
  const update = useUpdateImage()
  const { _id: id, title, description, order, isActive } = image
  const form = useForm(galleryApi.update, {
    initial: { title, description, order: String(order), isActive },
    // A form leaves out blank fields, but here a blank description deletes it.
    send: ({ body }) => update.mutateAsync({ params: { id }, body: { description: '', ...body, order: Number(body.order) } }),
    check: ({ order: typed }) => ({ order: typed === '' ? orderMessage : undefined }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done, messageForMs)
      onClose()
    },
  })
  const isDisabled = form.isSending
  return (
    <form {...form.props} aria-label={words.label(title)} className="flex flex-col gap-3 py-2 pr-1">
      <TextField label={labels.imageTitle} isRequired autoFocus isDisabled={isDisabled} {...form.field('title')} />
      <TextArea label={labels.description} rows={2} isDisabled={isDisabled} {...form.field('description')} />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <TextField
          label={labels.order}
          type="number"
          inputMode="numeric"
          isDisabled={isDisabled}
          className="w-40"
          {...form.field('order')}
        />
        <SwitchField label={words.isActive} isDisabled={isDisabled} {...form.toggle('isActive')} />
      </div>
      <FormError text={form.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={form.isSending} pendingText={words.saving}>
          {words.save}
        </Button>
        <Button onPress={onClose} isDisabled={isDisabled}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
