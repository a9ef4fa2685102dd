import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { roomsApi } from '../rooms.contract.ts'
import { roomsEn } from '../rooms.en.ts'
import type { Room } from '../rooms.shapes.contract.ts'
import { useCreateRoom, useUpdateRoom } from './rooms.queries.ts'

type Props = {
  /** The room to edit; left out to add one. */
  room: Room | undefined
  onClose: () => void
}

export const RoomDialog = ({ room, onClose }: Props) => {
  const all = useWords(roomsEn)
  const words = all.form
  const create = useCreateRoom()
  const update = useUpdateRoom()
  const form = useForm(roomsApi.create, {
    initial: { name: room?.name ?? '', floor: room?.floor ?? '' },
    // The form leaves out blank fields, so a cleared floor is sent explicitly.
    send: ({ body }) =>
      room ? update.mutateAsync({ params: { id: room._id }, body: { ...body, floor: body.floor ?? '' } }) : create.mutateAsync({ body }),
    failure: words.failed,
    onDone: () => {
      toast.success(all.saved(String(form.values.name)))
      onClose()
    },
  })
  const title = room ? words.editTitle(room.name) : words.addTitle
  return (
    <FormDialog title={title} isOpen onClose={onClose} form={form} submit={words.save} submitting={words.saving}>
      <TextField label={words.name} isRequired autoFocus autoComplete="off" {...form.field('name')} />
      <TextField label={words.floor} hint={words.floorHint} autoComplete="off" {...form.field('floor')} />
    </FormDialog>
  )
}
