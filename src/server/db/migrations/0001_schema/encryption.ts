import type { Types } from './types.ts'

export const encryptionTables = ({ text, end }: Types): string[] => [
  // `sealed_keys` are the private halves of a recovery device, which only its code opens.
  `create table devices (
    id ${text} not null primary key,
    user_id ${text} not null references users (id),
    kind ${text} not null check (kind in ('browser', 'recovery')),
    name ${text} not null,
    public_key_pem ${text} not null,
    signing_key_pem ${text},
    sealed_keys ${text},
    created_at ${text} not null,
    last_seen_at ${text} not null,
    revoked_at ${text},
    state ${text} not null default 'registered' check (state in ('registered', 'pending', 'trusted')),
    consent ${text}
  )${end}`,
  `create table device_lists (
    user_id ${text} not null references users (id),
    generation integer not null,
    number integer not null,
    hash ${text} not null,
    list ${text} not null,
    created_at ${text} not null,
    primary key (user_id, generation, number)
  )${end}`,
  `create table trust_books (
    user_id ${text} not null primary key references users (id),
    number integer not null,
    book ${text} not null
  )${end}`,
  // `members` is the JSON of whom the version covers, as its maker has signed it.
  `create table conversation_keys (
    conversation_id ${text} not null references conversations (id),
    key_version integer not null,
    by_user ${text} not null references users (id),
    by_device ${text},
    members ${text} not null,
    created_at ${text} not null,
    header ${text},
    version_hash ${text},
    primary key (conversation_id, key_version)
  )${end}`,
  `create table conversation_key_wraps (
    conversation_id ${text} not null,
    key_version integer not null,
    device_id ${text} not null references devices (id),
    wrapped_key ${text} not null,
    signature ${text} not null,
    shared_by ${text},
    primary key (conversation_id, key_version, device_id),
    foreign key (conversation_id, key_version) references conversation_keys (conversation_id, key_version)
  )${end}`,
  // One row for each revision. What was deleted keeps its row, so that no initialization vector is ever used again.
  `create table message_ciphertexts (
    message_id ${text} not null references messages (id),
    revision integer not null,
    conversation_id ${text} not null references conversations (id),
    key_version integer not null,
    iv ${text} not null,
    algorithm ${text} not null,
    device_id ${text} not null references devices (id),
    written_by ${text} not null references users (id),
    ciphertext ${text},
    commitment ${text},
    signature ${text},
    server_mac ${text},
    written_at ${text} not null,
    v integer not null default 1,
    version_hash ${text},
    first_device_id ${text},
    head ${text},
    primary key (message_id, revision),
    unique (conversation_id, key_version, iv)
  )${end}`,
]

export const encryptionIndexes: string[] = [
  'create index conversation_key_wraps_by_device on conversation_key_wraps (device_id, conversation_id)',
  'create index devices_by_user on devices (user_id, id)',
  `create unique index devices_one_recovery on devices (user_id) where kind = 'recovery' and revoked_at is null`,
  'create index message_ciphertexts_by_device on message_ciphertexts (conversation_id, device_id)',
]
