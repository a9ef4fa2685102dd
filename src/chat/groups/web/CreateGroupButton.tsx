import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { groupsEn } from '../groups.en.ts'
import { CreateGroupScreen, loadGroupDialogs } from './groupScreens.ts'

/** Calls `onCreated` with the id of the new group. */
export const CreateGroupButton = ({ onCreated }: { onCreated: (id: string) => void }) => {
  const words = useWords(groupsEn)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => void loadGroupDialogs(), [])
  return (
    <>
      <Button variant="primary" icon={<Plus />} onPress={() => setOpen(true)}>
        {words.create}
      </Button>
      {isOpen && <Embed screen={CreateGroupScreen} onClose={() => setOpen(false)} onCreated={onCreated} />}
    </>
  )
}
