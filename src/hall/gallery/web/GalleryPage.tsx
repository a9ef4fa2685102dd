import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ReorderList } from '#web/ui/ReorderList.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import type { GalleryImage } from '../gallery.contract.ts'
import { galleryEn } from '../gallery.en.ts'
import { useGallery, useRemoveImage, useReorderImages, useToggleImage } from './gallery.queries.ts'
import { ImageRow } from './ImageRow.tsx'
import { UploadImageForm } from './UploadImageForm.tsx'

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
  return (
    <Card title={words.list.title(items.length)}>
      <div ref={list} tabIndex={-1} className="outline-none">
        {items.length === 0 ? (
          <EmptyState {...words.empty} />
        ) : (
          <>
            <p className="-mt-3 mb-2 text-muted text-sm">{words.list.about}</p>
            <ReorderList
              items={items}
              label={words.list.label}
              idOf={({ _id }) => _id}
              nameOf={({ title }) => title}
              onReorder={reorder}
              row={(image, moveButtons) => <ImageRow image={image} moveButtons={moveButtons} actions={{ toggle, remove }} />}
            />
          </>
        )}
      </div>
    </Card>
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
  return (
    <Page title={words.title} about={words.about}>
      <UploadImageForm />
      <Loaded of={gallery} skeleton={<ListSkeleton />} failed={words.loadFailed}>
        {({ items }) => <AllImages items={items} />}
      </Loaded>
      <Tips />
    </Page>
  )
}
