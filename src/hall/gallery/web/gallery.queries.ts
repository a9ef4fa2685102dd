import { useAction, useCall } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { type GalleryImage, galleryApi } from '../gallery.contract.ts'
import { galleryEn } from '../gallery.en.ts'

/** How long a message of this page is shown. */
export const messageForMs = 5_000

export const useGallery = () => useCall(galleryApi.list)
export const useUploadImage = () => useAction(galleryApi.create)
export const useUpdateImage = () => useAction(galleryApi.update)

export const useRemoveImage = () => {
  const words = useWords(galleryEn).deletion
  return useAction(galleryApi.remove, {
    failure: words.failed,
    failureForMs: messageForMs,
    onSuccess: () => toast.success(words.done, messageForMs),
  })
}

/** Shows or hides a picture optimistically. */
export const useToggleImage = () => {
  const words = useWords(galleryEn).list
  const update = useAction(galleryApi.update, {
    failure: words.toggleFailed,
    failureForMs: messageForMs,
    inTurn: true,
    optimistic: (change, { params, body }) =>
      change(galleryApi.list, (reply) => ({
        ...reply,
        items: reply.items.map((each) => (each._id === params.id ? { ...each, isActive: body?.isActive ?? each.isActive } : each)),
      })),
    onSuccess: ({ isActive }) => toast.success(isActive ? words.activated : words.deactivated, messageForMs),
  })
  return ({ _id: id, isActive }: GalleryImage) => update.mutate({ params: { id }, body: { isActive: !isActive } })
}

/** Reorders the pictures optimistically. The list is refetched after a failure, as after every action. */
export const useReorderImages = () => {
  const words = useWords(galleryEn).list
  const reorder = useAction(galleryApi.reorder, {
    failure: words.reorderFailed,
    failureForMs: messageForMs,
    inTurn: true,
    optimistic: (change, { body }) => {
      const places = new Map(body.images.map(({ id, order }) => [id, Number(order)]))
      const placeOf = ({ _id, order }: GalleryImage): number => places.get(_id) ?? order
      change(galleryApi.list, (reply) => ({
        ...reply,
        items: reply.items.toSorted((one, other) => placeOf(one) - placeOf(other)).map((each) => ({ ...each, order: placeOf(each) })),
      }))
    },
    onSuccess: () => toast.success(words.reordered, messageForMs),
  })
  return (ids: readonly string[]) => reorder.mutate({ body: { images: ids.map((id, order) => ({ id, order })) } })
}
