#ifndef CSTANDALONE_H
#define CSTANDALONE_H

// Nothing is called by name: the linker takes what CStandalone.c defines instead of what libraries would bring.

#endif
