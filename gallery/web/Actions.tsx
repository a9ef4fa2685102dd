import { Download, Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import type { ButtonVariant } from '#web/ui/buttonStyle.ts'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ExportMenu } from '#web/ui/ExportMenu.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { toast } from '#web/ui/toast.ts'
import { hindiName, longName, name } from './names.ts'

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'danger', 'quiet']
const tones: readonly Tone[] = ['neutral', 'primary', 'info', 'success', 'warning', 'error']
const nothing = (): void => undefined

const askToDelete = async (): Promise<void> => {
  const isSure = await confirm({ title: 'Delete user', text: `Delete ${name}? This cannot be undone.`, confirm: 'Delete', isDanger: true })
  if (isSure) toast.success('User deleted', undefined, { label: 'Undo', onPress: nothing })
}

const Buttons = () => (
  <Card title="Buttons">
    {variants.map((variant) => (
      <div key={variant} className="kit-row" style={{ marginBottom: 12 }}>
        <Button variant={variant}>{variant}</Button>
        <Button variant={variant} icon={<Plus />}>
          With an icon
        </Button>
        <Button variant={variant} isDisabled>
          Disabled
        </Button>
        <Button variant={variant} isPending pendingText="Saving…">
          Pending
        </Button>
        <ButtonLink variant={variant} to="/" icon={<Download />}>
          A link
        </ButtonLink>
      </div>
    ))}
    <div className="kit-row">
      <IconButton label="Edit">
        <Pencil />
      </IconButton>
      <IconButton label="Delete" tone="danger">
        <Trash2 />
      </IconButton>
      <IconButton label="Add to favorites" tone="accent">
        <Star />
      </IconButton>
      <IconButton label="Edit (disabled)" isDisabled>
        <Pencil />
      </IconButton>
      <TextLink to="/">A link in a text</TextLink>
    </div>
  </Card>
)

const Overlays = () => (
  <Card title="Menus, questions and messages">
    <div className="kit-row">
      <Menu
        label="More"
        trigger={<Button>Open a menu</Button>}
        entries={[
          { key: 'edit', label: 'Edit', icon: <Pencil />, onAction: nothing },
          { key: 'export', label: 'Export', note: 'Excel', icon: <Download />, onAction: nothing },
          { key: 'delete', label: 'Delete', icon: <Trash2 />, isDanger: true, onAction: nothing },
        ]}
      />
      <ExportMenu onExport={async () => undefined} />
      <Button onPress={() => void askToDelete()}>Ask a question</Button>
      <Button onPress={() => toast.success('Saved')}>Show a success</Button>
      <Button onPress={() => toast.error('Failed to save the notice')}>Show an error</Button>
    </div>
  </Card>
)

export const Actions = () => (
  <>
    <Buttons />
    <Card title="Badges and people">
      <div className="kit-row">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {[name, hindiName, longName].map((each) => (
          <Avatar key={each} id={each} name={each} />
        ))}
      </div>
    </Card>
    <Overlays />
  </>
)
