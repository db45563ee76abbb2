import { type Upload } from '../uploads/upload.ts';
/** One profile, its settings, and an agent with nothing to do: what a page asks for before it shows anything. */
export declare const profile: {
  id: string & import('zod').$brand<'ProfileId'>;
  name: string;
  baseUrl: string;
  agentsUrl: string | null;
  insecureAccepted: string | null;
  requestsPerMinute: number;
  uploadsAtOnce: number;
  uploadBandwidth: number | null;
};
export declare const settings: {
  profiles: {
    id: string & import('zod').$brand<'ProfileId'>;
    name: string;
    baseUrl: string;
    agentsUrl: string | null;
    insecureAccepted: string | null;
    requestsPerMinute: number;
    uploadsAtOnce: number;
    uploadBandwidth: number | null;
  }[];
  activeProfileId: string & import('zod').$brand<'ProfileId'>;
  version: 1;
  folders: {
    id: string & import('zod').$brand<'FolderId'>;
    path: string;
    profileId: string & import('zod').$brand<'ProfileId'>;
    label: string;
    paused: boolean;
    firstRun: 'choose' | 'upload-all' | 'only-new';
    filters: {
      action: 'include' | 'exclude';
      glob: string;
    }[];
    types: string[];
    minSize: number | null;
    maxSize: number | null;
    maxAgeDays: number | null;
    ignoredNames: string[] | null;
    useIgnoreFile: boolean;
    includeHidden: boolean;
    followLinks: boolean;
    settleSeconds: number;
    tags: string[];
    subfolderTagPrefix: string | null;
    tagRules: {
      pattern: string;
      tag: string;
    }[];
    share: boolean;
    enrichments: ('reporting_entities' | 'translation')[];
    noIndex: boolean;
    noStore: boolean;
    publishedFrom: ('file-name' | 'document' | 'modified')[];
    duplicates: 'skip' | 'upload' | 'add-tags';
    changed: 'new-document' | 'replace' | 'ask';
    localDelete: 'keep' | 'delete';
    deleteCap: number;
    afterUpload: 'delete' | 'leave' | 'move' | 'trash';
    doneFolder: string;
    failedFolder: string | null;
    saveAnnotated:
      | 'off'
      | 'beside'
      | {
          folder: string;
        };
  }[];
  bandwidthSchedule: {
    days: number[];
    from: string;
    to: string;
    bytesPerSecond: number | null;
  }[];
  preferences: {
    theme: 'auto' | 'light' | 'dark';
    language: string;
    notifications: boolean;
    startAtLogin: boolean;
    documentColumns: string[];
    columnWidths: Record<string, Record<string, number>>;
    documentViews: {
      name: string;
      query: string;
      columns: string[];
    }[];
  };
};
export declare const status: {
  profile: {
    id: string & import('zod').$brand<'ProfileId'>;
    name: string;
    baseUrl: string;
    agentsUrl: string | null;
    insecureAccepted: string | null;
    requestsPerMinute: number;
    uploadsAtOnce: number;
    uploadBandwidth: number | null;
  };
  keyPresent: boolean;
  paused: boolean;
  health: {
    state: string;
    findings: never[];
    attention: {
      total: number;
      groups: never[];
    };
    waiting: number;
    services: {};
  };
  counts: {};
  active: never[];
  bytesPerSecond: number;
  secondsLeft: null;
  budget: {
    limit: number;
    used: number;
    heldForMs: number;
    waitsUntil: null;
  };
  abandonedSlots: number;
  agent: {
    process: number;
    host: string;
    since: string;
    engine: string;
  };
};
/** A completed upload, with what the test cares about. */
export declare function anUpload(
  changes: Partial<Upload> & {
    id: number;
  },
): Upload;
