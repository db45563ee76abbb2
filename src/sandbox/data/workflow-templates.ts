/** An input a template asks for; the types are those of an execution input value (section 2.1). */
export interface TemplateInput {
  name: string;
  type: 'rp_entity_id' | 'string';
  description: string;
  required: boolean;
}

/** An invented community template. The specification shows no fields of templates. */
export interface CommunityTemplate {
  id: string;
  name: string;
  description: string;
  /** Inputs stand in braces. */
  prompt: string;
  inputs: TemplateInput[];
}

const company: TemplateInput = {
  name: 'company',
  type: 'rp_entity_id',
  description: 'The company the research is about',
  required: true,
};
const topic: TemplateInput = {
  name: 'topic',
  type: 'string',
  description: 'What to look for',
  required: true,
};

export const communityTemplates: readonly CommunityTemplate[] = [
  {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Company brief',
    description: 'What our own documents say of a company.',
    prompt: 'Summarize what is known about {company}.',
    inputs: [company],
  },
  {
    id: '00000000-0000-4000-8000-000000000002',
    name: 'Risk review',
    description: 'Risks and litigation of a company.',
    prompt: 'Which risks, lawsuits and investigations concern {company}?',
    inputs: [company],
  },
  {
    id: '00000000-0000-4000-8000-000000000003',
    name: 'Topic scan',
    description: 'Everything on one topic.',
    prompt: 'Collect what is said about {topic}.',
    inputs: [topic],
  },
  {
    id: '00000000-0000-4000-8000-000000000004',
    name: 'Earnings preview',
    description: 'What to expect of the next quarter.',
    prompt: 'Prepare for the next earnings of {company}: revenue, margin, guidance.',
    inputs: [company],
  },
];
