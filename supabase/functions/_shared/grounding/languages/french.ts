import type { Glossary } from "./glossary.ts";

/** French words that the rules of the check give a meaning. */
export const FRENCH: Glossary = {
  phrases: {
    "au moins": "at least",
    "au minimum": "at least",
    "au plus": "at most",
    "au maximum": "at most",
    "jusqu'à": "up to",
    "ne dépasse pas": "at most",
    "ne dépassent pas": "at most",
    "ne doit pas dépasser": "at most",
    "ne doivent pas dépasser": "at most",
    "plus de": "more than",
    "plus d'": "more than ",
    "moins de": "less than",
    "supérieur à": "above",
    "supérieure à": "above",
    "inférieur à": "below",
    "inférieure à": "below",
    "au-dessus de": "above",
    "au-dessous de": "below",
    "en dessous de": "below",
    "ou plus": "or more",
    "ou moins": "or less",
    "avant que": "before",
    "avant de": "before",
    "avant d'": "before ",
    "après que": "after",
    "à moins que": "unless",
    "parce que": "because",
    "afin que": "so that",
    "pour que": "so that",
    "dès que": "once",
    "tant que": "while",
    "deux fois par an": "two times a year",
    "une fois par an": "once a year",
    "par an": "a year",
    "tous les ans": "every year",
    "tous les": "every",
    "toutes les": "every",
    "pour cent": "percent",
    "une demi-heure": "30 minutes",
    "un quart d'heure": "15 minutes",
    "six mois": "six months",
    "la moitié": "half",
    "degrés celsius": "degrees celsius",
    "tours par minute": "rpm",
    "dans le sens horaire": "clockwise",
    "dans le sens antihoraire": "anticlockwise",
    "en aucun cas": "never",
    "par exemple": "",
    "c'est-à-dire": "",
    "il faut": "must",
    "il y a": "",
    "hors tension": "off",
    "sous tension": "on",
  },
  words: `
    not: ne n
    never: jamais
    any: aucun aucune rien
    nobody: personne
    forbidden: interdit interdite interdits interdites
    without: sans
    except: sauf excepté
    only: seulement uniquement
    avoid: éviter évitez évite
    at_least: minimum
    at_most: maximum
    below: sous
    above: dessus
    between: entre
    and: et
    or: ou
    but: mais
    to: à
    per: par
    if: si
    when: quand lorsque lorsqu
    before: avant
    after: après
    afterwards: ensuite
    then: puis alors
    first: abord
    while: pendant tandis
    because: car puisque
    otherwise: sinon
    must: doit doivent devez
    may: peut peuvent pouvez
    exceeds: dépasse dépassent dépasser
    every: chaque
    open: ouvrir ouvrez ouvre ouvert ouverte ouverts ouvertes
    close: fermer fermez ferme fermé fermée fermés fermées
    left: gauche
    right: droite droit
    hot: chaud chaude chauds chaudes
    cold: froid froide froids froides
    high: haut haute hauts hautes élevé élevée
    low: bas basse basses
    increase: augmenter augmentez augmente
    decrease: réduire réduisez réduit diminuer diminuez diminue baisser
    upper: supérieur supérieure
    bottom: inférieur inférieure
    start: démarrer démarrez démarre démarrage
    stop: arrêter arrêtez arrête arrêt
    fill: remplir remplissez
    drain: vider videz vidanger vidangez
    heating: chauffage
    cooling: refroidissement
    wet: mouillé mouillée
    dry: sec sèche
    long: long longue
    short: court courte
    loosen: desserrer desserrez
    tighten: serrer serrez serré
    inside: intérieur
    outside: extérieur
    front: avant
    rear: arrière
    fast: rapide vite
    slow: lent lente
    on: allumé allumée allumer
    off: éteint éteinte éteindre éteignez
    red: rouge rouges
    green: vert verte verts vertes
    blue: bleu bleue bleus
    yellow: jaune jaunes
    white: blanc blanche blancs
    black: noir noire noirs
    brown: marron brun brune
    grey: gris grise
    a: un une
    two: deux
    three: trois
    four: quatre
    five: cinq
    six: six
    seven: sept
    eight: huit
    nine: neuf
    ten: dix
    eleven: onze
    twelve: douze
    thirteen: treize
    fourteen: quatorze
    fifteen: quinze
    sixteen: seize
    twenty: vingt
    thirty: trente
    forty: quarante
    fifty: cinquante
    sixty: soixante
    times: fois
    yearly: annuel annuelle annuellement
    monthly: mensuel mensuelle mensuellement
    weekly: hebdomadaire
    daily: quotidien quotidienne quotidiennement
    seconds: seconde secondes
    minutes: minute minutes
    hours: heure heures
    days: jour jours
    weeks: semaine semaines
    months: mois
    years: an ans année années
    degrees: degré degrés
    inches: pouce pouces
    metres: mètre mètres
    millimetres: millimètre millimètres
    centimetres: centimètre centimètres
    kilometres: kilomètre kilomètres
    litres: litre litres
    millilitres: millilitre millilitres
    kilograms: kilogramme kilogrammes kilo kilos
    grams: gramme grammes
    tonnes: tonne tonnes
    volts: volt volts
    amps: ampère ampères
    watts: watt watts
    ohms: ohm ohms
    bars: bars
    documents: document documents manuel manuels
    class: classe
    error: erreur défaut
    terminal: borne bornes
    page: page
    step: étape
    ~: les pas plus point est sont être a ont avoir faut nécessaire nécessaires besoin utiliser utilisez utilise veillez assurez vous toujours
    ~: environ exactement valeur valeurs cas indique affiche apparaît signifie fait faire faites ainsi aussi encore déjà très moins
    ~: important possible correct notez section tableau devrait devraient doit permet permis autorisé autorisée c ce cela`,
};
