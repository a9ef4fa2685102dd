import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { groupsEn } from '../groups.en.ts'
import { CreateGroupDialog } from './GroupDialog.tsx'

/** `onCreated` is told the id of the new group. */
export const CreateGroupButton = ({ onCreated }: { onCreated: (id: string) => void }) => {
  const words = useWords(groupsEn)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon={<Plus />} onPress={() => setOpen(true)}>
        {words.create}
      </Button>
      {isOpen && <CreateGroupDialog onClose={() => setOpen(false)} onCreated={onCreated} />}
    </>
  )
}
