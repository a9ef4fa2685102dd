import { useAction, useCall } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { type Thought, thoughtsApi } from '../thoughts.contract.ts'
import { thoughtsEn } from '../thoughts.en.ts'

/** How long an error of this page is shown. */
const failureForMs = 5_000

export const useThoughts = () => useCall(thoughtsApi.list)
export const useThoughtOfToday = () => useCall(thoughtsApi.today)
export const useCreateThought = () => useAction(thoughtsApi.create)
export const useUpdateThought = () => useAction(thoughtsApi.update)
export const useImportThoughts = () => useAction(thoughtsApi.bulkImport)

export const useRemoveThought = () => {
  const words = useWords(thoughtsEn).deletion
  return useAction(thoughtsApi.remove, {
    failure: words.failed,
    failureForMs,
    onSuccess: () => toast.success(words.done),
  })
}

/** Activates or deactivates a thought optimistically, by sending the whole thought. */
export const useToggleThought = () => {
  const words = useWords(thoughtsEn)
  const update = useAction(thoughtsApi.update, {
    failure: words.updateFailed,
    failureForMs,
    inTurn: true,
    optimistic: (change, { params, body }) =>
      change(thoughtsApi.list, (reply) => ({
        ...reply,
        items: reply.items.map((each) => (each._id === params.id ? { ...each, isActive: body.isActive ?? each.isActive } : each)),
      })),
    onSuccess: ({ isActive }) => toast.success(isActive ? words.activated : words.deactivated),
  })
  return (thought: Thought) => update.mutate({ params: { id: thought._id }, body: { ...thought, isActive: !thought.isActive } })
}

/** Reorders the thoughts optimistically. The list is refetched after a failure, as after every action. */
export const useReorderThoughts = () => {
  const words = useWords(thoughtsEn)
  const reorder = useAction(thoughtsApi.reorder, {
    failure: words.reorderFailed,
    failureForMs,
    inTurn: true,
    optimistic: (change, { body }) => {
      const places = new Map(body.thoughts.map(({ id, order }) => [id, order]))
      const placeOf = ({ _id, order }: Thought): number => places.get(_id) ?? order
      change(thoughtsApi.list, (reply) => ({
        ...reply,
        items: reply.items.toSorted((one, other) => placeOf(one) - placeOf(other)).map((each) => ({ ...each, order: placeOf(each) })),
      }))
    },
    onSuccess: () => toast.success(words.reordered),
  })
  return (ids: readonly string[]) => reorder.mutate({ body: { thoughts: ids.map((id, index) => ({ id, order: index + 1 })) } })
}
