import { Upload } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { PictureField } from '#web/ui/PictureField.tsx'
import { pictureProblem } from '#web/ui/pictureFile.ts'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { toolsEn } from '#web/ui/tools.en.ts'
import { UploadProgress } from '#web/ui/UploadProgress.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { galleryApi, orderMessage } from '../gallery.contract.ts'
import { galleryEn } from '../gallery.en.ts'
import { orderOfNew } from '../gallery.policy.ts'
import { messageForMs, useGallery, useUploadImage } from './gallery.queries.ts'

const useUploadForm = () => {
  const words = useWords(galleryEn).upload
  const upload = useUploadImage()
  const form = useForm(galleryApi.create, {
    initial: { title: '', description: '' },
    send: (filled) => upload.mutateAsync(filled),
    check: ({ order }, file): Record<string, string | undefined> => ({
      order: order === '' ? orderMessage : undefined,
      image: file?.type === 'image/gif' ? words.notImage : pictureProblem(file, words.notImage),
    }),
    failure: words.failed,
    onDone: () => {
      toast.success(words.done, messageForMs)
      form.reset()
    },
  })
  return form
}

/** The order that the server assigns by default; empty until the pictures are loaded. */
const useOrderOfNew = (): string => {
  const items = useGallery().data?.items
  return items ? String(orderOfNew(Math.max(0, ...items.map(({ order }) => order)))) : ''
}

/** Adds a picture: the file, its order, title and description. */
export const UploadImageForm = () => {
  const words = useWords(galleryEn).upload
  const { stop } = useWords(toolsEn).upload
  const form = useUploadForm()
  const order = form.field('order')
  const orderOfNext = useOrderOfNew()
  const isDisabled = form.isSending
  return (
    <Card title={words.title}>
      <form {...form.props} className="flex flex-col gap-4">
        <PictureField label={words.image} hint={words.imageHint} isRequired isDisabled={isDisabled} {...form.fileField()} />
        <div className="flex flex-wrap gap-4">
          <TextField
            label={words.imageTitle}
            isRequired
            isDisabled={isDisabled}
            className="grow-[3] basis-[14rem]"
            {...form.field('title')}
          />
          <TextField
            label={words.order}
            hint={words.orderHint}
            type="number"
            inputMode="numeric"
            isDisabled={isDisabled}
            className="flex-1 basis-[9rem]"
            {...order}
            value={form.values.order === undefined ? orderOfNext : order.value}
          />
        </div>
        <TextArea label={words.description} rows={2} isDisabled={isDisabled} {...form.field('description')} />
        <FormError text={form.error} />
        {form.sent && <UploadProgress sent={form.sent} />}
        <div className="flex flex-wrap gap-2 max-md:[&>*]:grow">
          <Button type="submit" variant="primary" icon={<Upload />} isPending={form.isSending} pendingText={words.submitting}>
            {words.submit}
          </Button>
          {form.sent && <Button onPress={form.stop}>{stop}</Button>}
        </div>
      </form>
    </Card>
  )
}
