import { Ellipsis, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'

/** Rarely used actions. */
export const MoreMenu = () => {
  const words = useWords(browsingEn)
  const navigate = useNavigate()
  const trigger = (
    <IconButton label={words.more} className="max-md:grow-0!">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  const removed = {
    key: 'removed',
    label: words.removed.open,
    icon: <Trash2 aria-hidden="true" />,
    onAction: () => navigate('/documents?view=removed'),
  }
  return <Menu label={words.more} trigger={trigger} entries={[removed]} />
}
