import { MenuIcon } from 'lucide-react'
import { useState } from 'react'
import type { SessionUser } from '../api/session.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useWords } from '../words.ts'
import { Embed } from './Embed.tsx'
import type { Site } from './page.ts'
import type { SlideInPanelProps } from './SlideInPanel.tsx'
import { lazyScreen } from './screen.ts'
import { shellEn } from './shell.en.ts'

export const slideInPanel = lazyScreen<SlideInPanelProps>(async () => (await import('./SlideInPanel.tsx')).SlideInPanel)

/** The phone's menu. */
export const SlideInMenu = ({ site, user }: { site: Site; user: SessionUser }) => {
  const words = useWords(shellEn)
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <IconButton label={words.openMenu} aria-expanded={state === 'open'} aria-haspopup="dialog" onPress={() => setState('open')}>
        <MenuIcon />
      </IconButton>
      {state !== 'never' && (
        <Embed
          screen={slideInPanel}
          {...{ site, user }}
          isOpen={state === 'open'}
          onOpenChange={(isOpen: boolean) => setState(isOpen ? 'open' : 'closed')}
        />
      )}
    </>
  )
}
