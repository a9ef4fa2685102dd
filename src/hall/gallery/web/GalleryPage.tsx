import { Upload } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ReorderList, reorderRows } from '#web/ui/ReorderList.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import type { GalleryImage } from '../gallery.contract.ts'
import { galleryEn } from '../gallery.en.ts'
import { useGallery, useRemoveImage, useReorderImages, useToggleImage } from './gallery.queries.ts'
import { ImageRow } from './ImageRow.tsx'
import { UploadImageForm } from './UploadImageForm.tsx'

// It arrives with the items, so that nothing below the list moves twice.
void reorderRows.load()

const useAskAndRemove = () => {
  const words = useWords(galleryEn).deletion
  const remove = useRemoveImage()
  return async ({ _id: id, title }: GalleryImage) => {
    if (await confirm({ title: words.title, text: words.text(title), confirm: words.confirm, isDanger: true }))
      remove.mutate({ params: { id } })
  }
}

const AllImages = ({ items }: { items: readonly GalleryImage[] }) => {
  const words = useWords(galleryEn)
  const toggle = useToggleImage()
  const remove = useAskAndRemove()
  const reorder = useReorderImages()
  const list = useKeptFocus<HTMLDivElement>()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 border-line border-b">
        <h2 id={titleId} className="font-semibold tabular-nums">
          {words.list.title(items.length)}
        </h2>
        {items.length > 0 && <p className="text-muted text-sm">{words.list.about}</p>}
      </div>
      <div ref={list} tabIndex={-1} className="outline-none">
        {items.length === 0 ? (
          <EmptyState {...words.empty} />
        ) : (
          <ReorderList
            items={items}
            label={words.list.label}
            idOf={({ _id }) => _id}
            nameOf={({ title }) => title}
            onReorder={reorder}
            row={(image, moveButtons) => <ImageRow image={image} moveButtons={moveButtons} actions={{ toggle, remove }} />}
          />
        )}
      </div>
    </section>
  )
}

const Tips = () => {
  const words = useWords(galleryEn).tips
  return (
    <Card title={words.title}>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted text-sm">
        {words.all.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </Card>
  )
}

/** Gallery Management: the pictures of the landing page. */
export const GalleryPage = () => {
  const words = useWords(galleryEn)
  const gallery = useGallery()
  const uploadId = useId()
  const goToUpload = () => {
    const form = document.getElementById(uploadId)
    form?.scrollIntoView()
    form?.focus({ preventScroll: true })
  }
  // The form is below the list, unless there is room beside it.
  const upload = (
    <Button variant="primary" icon={<Upload />} className="wide:hidden" onPress={goToUpload}>
      {words.upload.title}
    </Button>
  )
  return (
    <Page title={words.title} action={upload}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 wide:grid-cols-[minmax(0,1fr)_24rem]">
        <Loaded of={gallery} skeleton={<ListSkeleton rows={8} />} failed={words.loadFailed}>
          {({ items }) => <AllImages items={items} />}
        </Loaded>
        {/* A list that grows above it would move it. */}
        <div
          id={uploadId}
          tabIndex={-1}
          hidden={gallery.isPending}
          className="off-paper flex min-w-0 flex-col gap-6 outline-none [&[hidden]]:hidden"
        >
          <UploadImageForm />
          <Tips />
        </div>
      </div>
    </Page>
  )
}
