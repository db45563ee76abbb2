/** Elements that are kept as they are. All others that are not left out stay as what stands in them. */
export const keptElements = new Set(
  `a abbr address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del
  details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li
  main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td
  tfoot th thead time tr tt u ul var wbr`.split(/\s+/u),
);

/** Elements that leave with all that stands in them: what runs, loads, or is not read. */
export const silentElements = new Set(
  `script style noscript template iframe frame frameset noframes object embed applet svg math video audio
  canvas map portal title head xmp noembed plaintext select datalist option textarea ix:header`.split(/\s+/u),
);

/** Elements without an end. */
export const voidElements = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Attributes that only say how something looks or what it is. */
export const keptAttributes = new Set(
  `abbr align alt bgcolor border cellpadding cellspacing class clear color colspan compact datetime dir face
  headers height hspace lang noshade nowrap open reversed rowspan rules scope size span start summary title
  type valign value vspace width`.split(/\s+/u),
);

/** Pictures that are in the page itself. Not of kinds that hold more than dots. */
export const dataPicture = /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,[a-z0-9+/=\s]*$/iu;
